<?php
// 获取访问令牌并查询当前应用。环境变量：BASE 系统地址，APP_KEY，APP_SECRET 应用密钥

function call(string $path, array $headers, ?string $body = null): array
{
    $curl = curl_init(getenv('BASE') . '/api' . $path);
    curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => $headers]);
    if ($body !== null) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
    }
    $text = curl_exec($curl);
    if ($text === false) {
        throw new RuntimeException(curl_error($curl));
    }
    $answer = json_decode($text, true);
    if (!is_array($answer)) {
        throw new RuntimeException($text);
    }
    if ($answer['code'] !== 200) {
        throw new RuntimeException($answer['code'] . ' ' . $answer['message']);
    }
    return $answer['data'];
}

function accessToken(): string
{
    $appKey = getenv('APP_KEY');
    $timestamp = time();
    $sign = hash_hmac('sha256', $appKey . "\n" . $timestamp, getenv('APP_SECRET'));
    $body = json_encode(['appKey' => $appKey, 'timestamp' => $timestamp, 'sign' => $sign]);
    // 令牌在 expiresIn 秒内有效，请保存后重复使用
    return call('/open/token', ['Content-Type: application/json'], $body)['accessToken'];
}

/** 收到推送时核对签名：$body 为请求体原文，$sign 为请求头 X-Sign */
function isSigned(string $body, string $sign, string $webhookSecret): bool
{
    return hash_equals(hash_hmac('sha256', $body, $webhookSecret), $sign);
}

echo json_encode(call('/open/app/info', ['Authorization: Bearer ' . accessToken()])), "\n";
