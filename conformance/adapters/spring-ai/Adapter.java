import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.springframework.ai.converter.MapOutputConverter;

/** Spring AI: the converter for a reply that is any object. */
public final class Adapter {
    public static void main(String[] words) throws Exception {
        MapOutputConverter converter = new MapOutputConverter();
        ObjectMapper writer = new ObjectMapper();
        Stream.serve("spring-ai", words, reply -> writer.writeValueAsString(converter.convert(reply)),
                List.of(RuntimeException.class));
    }
}
