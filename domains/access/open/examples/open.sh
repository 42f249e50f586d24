#!/bin/sh
# 获取访问令牌并查询当前应用。环境变量：BASE 系统地址，APP_KEY，APP_SECRET 应用密钥
set -eu

timestamp=$(date +%s)
sign=$(printf '%s\n%s' "$APP_KEY" "$timestamp" | openssl dgst -sha256 -hmac "$APP_SECRET" -r | cut -d ' ' -f 1)
body=$(printf '{"appKey":"%s","timestamp":%s,"sign":"%s"}' "$APP_KEY" "$timestamp" "$sign")
answer=$(curl -sS "$BASE/api/open/token" -H 'Content-Type: application/json' -d "$body")
token=$(printf '%s' "$answer" | sed -n 's/.*"accessToken":"\([^"]*\)".*/\1/p')
if [ -z "$token" ]; then
  printf '%s\n' "$answer" >&2
  exit 1
fi

curl -sS "$BASE/api/open/app/info" -H "Authorization: Bearer $token"
