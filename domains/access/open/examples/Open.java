// 获取访问令牌并查询当前应用（Java 17）。环境变量：BASE 系统地址，APP_KEY，APP_SECRET 应用密钥
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Open {
  static final String BASE = System.getenv("BASE");
  static final HttpClient CLIENT = HttpClient.newHttpClient();

  static String hmac(String secret, String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }

  static String send(HttpRequest.Builder request) throws Exception {
    String answer = CLIENT.send(request.build(), BodyHandlers.ofString()).body();
    // 业务结果以返回内容中的 code 为准，200 为成功
    if (!Pattern.compile("\\{\"code\":200,").matcher(answer).lookingAt()) throw new IllegalStateException(answer);
    return answer;
  }

  static String accessToken() throws Exception {
    String appKey = System.getenv("APP_KEY");
    long timestamp = System.currentTimeMillis() / 1000;
    String sign = hmac(System.getenv("APP_SECRET"), appKey + "\n" + timestamp);
    String body = "{\"appKey\":\"%s\",\"timestamp\":%d,\"sign\":\"%s\"}".formatted(appKey, timestamp, sign);
    String answer = send(HttpRequest.newBuilder(URI.create(BASE + "/api/open/token"))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body)));
    // 实际项目中请用 JSON 库解析；令牌在 expiresIn 秒内有效，请保存后重复使用
    var found = Pattern.compile("\"accessToken\":\"([^\"]+)\"").matcher(answer);
    if (!found.find()) throw new IllegalStateException(answer);
    return found.group(1);
  }

  /** 收到推送时核对签名：body 为请求体原文，sign 为请求头 X-Sign */
  static boolean isSigned(String body, String sign, String webhookSecret) throws Exception {
    return MessageDigest.isEqual(hmac(webhookSecret, body).getBytes(), sign.getBytes());
  }

  public static void main(String[] args) throws Exception {
    System.out.println(send(HttpRequest.newBuilder(URI.create(BASE + "/api/open/app/info"))
        .header("Authorization", "Bearer " + accessToken())));
  }
}
