// PDF files → for each a line "valid" or "invalid", and its errors (PDF/A-1b, by PDFBox preflight).
import java.io.File;
import org.apache.pdfbox.preflight.PreflightDocument;
import org.apache.pdfbox.preflight.ValidationResult;
import org.apache.pdfbox.preflight.exception.SyntaxValidationException;
import org.apache.pdfbox.preflight.parser.PreflightParser;

public class Preflight {
    public static void main(String[] files) throws Exception {
        for (String file : files) {
            ValidationResult result = check(new PreflightParser(new File(file)));
            System.out.println(result.isValid() ? "valid" : "invalid");
            for (ValidationResult.ValidationError error : result.getErrorsList()) {
                System.out.println("  " + error.getErrorCode() + " " + error.getDetails());
            }
        }
    }

    private static ValidationResult check(PreflightParser parser) throws Exception {
        try {
            parser.parse();
            try (PreflightDocument document = parser.getPreflightDocument()) {
                document.validate();
                return document.getResult();
            }
        } catch (SyntaxValidationException e) {
            return e.getResult();
        }
    }
}
