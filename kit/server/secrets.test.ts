import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decryptSecret, encryptSecret, loadSecrets, parseSecretKey } from './secrets.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ts-secrets-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const KEY = 'ab'.repeat(32)

test('the first start makes a key only its owner can read, later starts find it', async () => {
  const first = await loadSecrets(dataDir, {})
  expect(first.secretKey).toHaveLength(32)
  expect(first.envelopeFallbackKey).toMatch(/^[0-9a-f]{32}$/)
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await loadSecrets(dataDir, {})).toEqual(first)
  const elsewhere = await loadSecrets(join(dataDir, 'other'), {})
  expect(elsewhere.secretKey.equals(first.secretKey)).toBe(false)
  expect(elsewhere.keyCheck).not.toBe(first.keyCheck)
})

test('a lost key stops the start and nothing is made in its place', async () => {
  await loadSecrets(dataDir, {})
  await rm(join(dataDir, 'secret.key'))
  await expect(loadSecrets(dataDir, {})).rejects.toThrow('密钥文件丢失')
  await expect(stat(join(dataDir, 'secret.key'))).rejects.toThrow(/ENOENT/)
})

test('a damaged key, another key and another TS_SECRET_KEY stop the start and are left as they are', async () => {
  await loadSecrets(dataDir, {})
  const path = join(dataDir, 'secret.key')
  const kept = await readFile(path, 'utf8')
  await expect(loadSecrets(dataDir, { secretKey: KEY })).rejects.toThrow(
    '密钥与此数据目录不符（TS_SECRET_KEY）',
  )
  await writeFile(path, 'damaged')
  await expect(loadSecrets(dataDir, {})).rejects.toThrow('密钥文件已损坏')
  await writeFile(path, KEY)
  await expect(loadSecrets(dataDir, {})).rejects.toThrow('密钥与此数据目录不符')
  expect(await readFile(path, 'utf8')).toBe(KEY)
  await writeFile(path, kept)
  await expect(loadSecrets(dataDir, {})).resolves.toBeDefined()
})

test('keys from the settings are used and not stored', async () => {
  const fallback = 'f'.repeat(32)
  const given = await loadSecrets(dataDir, { secretKey: KEY, envelopeFallbackKey: fallback })
  expect(given.secretKey.toString('hex')).toBe(KEY)
  expect(given.envelopeFallbackKey).toBe(fallback)
  await expect(stat(join(dataDir, 'secret.key'))).rejects.toThrow(/ENOENT/)
  await expect(loadSecrets(dataDir, {})).rejects.toThrow('密钥文件丢失')
})

test('a key is 64 hexadecimal digits or base64 of 32 bytes', () => {
  const bytes = Buffer.from(KEY, 'hex')
  expect(parseSecretKey(KEY)).toEqual(bytes)
  expect(parseSecretKey(bytes.toString('base64'))).toEqual(bytes)
  for (const bad of ['', 'ab', `${KEY}0`, 'z'.repeat(64)]) expect(parseSecretKey(bad)).toBeUndefined()
})

test('what is encrypted comes back, is never the same twice, and any change is noticed', () => {
  const key = Buffer.from(KEY, 'hex')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, at) => {
      const sealed = encryptSecret(key, text)
      expect(decryptSecret(key, sealed)).toBe(text)
      expect(encryptSecret(key, text)).not.toBe(sealed)
      const bytes = Buffer.from(sealed, 'base64')
      const changed = at % bytes.length
      bytes[changed] = (bytes[changed] ?? 0) ^ 1
      expect(() => decryptSecret(key, bytes.toString('base64'))).toThrow()
    }),
  )
  expect(() => decryptSecret(Buffer.alloc(32), encryptSecret(key, 'x'))).toThrow()
  expect(() => decryptSecret(key, '')).toThrow('not an encrypted value')
})
