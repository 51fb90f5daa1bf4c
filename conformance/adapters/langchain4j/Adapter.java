import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.internal.JsonParsingUtils;
import java.util.List;
import java.util.Map;

/** langchain4j: what its services read a reply with where an object is wanted, here any. */
public final class Adapter {
    public static void main(String[] words) throws Exception {
        ObjectMapper writer = new ObjectMapper();
        Stream.serve("langchain4j", words,
                reply -> writer.writeValueAsString(JsonParsingUtils.extractAndParseJson(reply, Map.class).value()),
                List.of(Exception.class));
    }
}
