import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

export interface Secrets {
  /** 32 bytes; encrypts what is stored secretly. */
  secretKey: Buffer
  /** 32 characters; key of the envelope before login. It hides, it does not protect (platform §3). */
  envelopeFallbackKey: string
  /** Fingerprint of the key, safe to store in the database and to compare at a later start. */
  keyCheck: string
}

/** A key from its text: 64 hexadecimal digits or base64 of 32 bytes; undefined when it is neither. */
export function parseSecretKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (/^[A-Za-z0-9+/]{43}=$/.test(text)) return Buffer.from(text, 'base64')
  return undefined
}

/**
 * The installation's key: from the settings, or made at the first start and kept 0600 in the data directory
 * (platform §14.2). `secret.check` beside it remembers which key belongs here, so a key that is missing, damaged
 * or another one later throws instead of being made anew: what it encrypted would be lost without a word.
 */
export async function loadSecrets(
  dataDir: string,
  settings: { secretKey?: string | undefined; envelopeFallbackKey?: string | undefined },
): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true })
  const keyFile = join(dataDir, 'secret.key')
  const checkFile = join(dataDir, 'secret.check')
  const known = await readText(checkFile)
  const text =
    settings.secretKey ?? (await readText(keyFile)) ?? (await makeKey(keyFile, known !== undefined))
  const secretKey = parseSecretKey(text)
  if (secretKey === undefined) {
    throw new Error(
      settings.secretKey === undefined ? `密钥文件已损坏：${keyFile}` : 'TS_SECRET_KEY 格式不正确',
    )
  }
  const keyCheck = derive(secretKey, 'key check')
  if (known === undefined) await writeFile(checkFile, keyCheck, { mode: 0o600, flag: 'wx' })
  else if (!isSame(known, keyCheck)) {
    const source = settings.secretKey === undefined ? keyFile : 'TS_SECRET_KEY'
    throw new Error(`密钥与此数据目录不符（${source}），请使用原来的密钥；未做任何改动`)
  }
  return {
    secretKey,
    // Derived rather than stored, so that every server with the same key gives the page the same one.
    envelopeFallbackKey: settings.envelopeFallbackKey ?? derive(secretKey, 'envelope fallback'),
    keyCheck,
  }
}

/** AES-256-GCM with a random IV; answers base64 of IV, tag and ciphertext. */
export function encryptSecret(key: Buffer, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** The text that `encryptSecret` was given. Throws when the value was changed or belongs to another key. */
export function decryptSecret(key: Buffer, value: string): string {
  const bytes = Buffer.from(value, 'base64')
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('not an encrypted value')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  return text.toString('utf8')
}

async function makeKey(path: string, hadOne: boolean): Promise<string> {
  if (hadOne) throw new Error(`密钥文件丢失：${path}，请从备份中恢复该文件或设置 TS_SECRET_KEY`)
  const text = randomBytes(KEY_BYTES).toString('hex')
  await writeFile(path, text, { mode: 0o600, flag: 'wx' })
  return text
}

function derive(key: Buffer, purpose: string): string {
  return createHmac('sha256', key).update(`tongshang ${purpose}`).digest('hex').slice(0, 32)
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    // Only a file that is not there may lead to a new one; an unreadable file must stop the start.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
