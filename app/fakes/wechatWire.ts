import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'

// The platform's side of the wire, written apart from the product's: what both understand is understood rightly.

/** How the platform knows an account that receives messages. */
export interface FakeAccount {
  appId: string
  token: string
  /** 1 明文 2 兼容 3 安全 */
  mode?: 1 | 2 | 3
  aesKey?: string
}

export type MessageFields = Readonly<Record<string, string | number>>

const sha1 = (...parts: string[]): string => createHash('sha1').update(parts.sort().join('')).digest('hex')
const xmlOf = (fields: MessageFields): string =>
  `<xml>${Object.entries(fields)
    .map(([name, value]) =>
      typeof value === 'number' ? `<${name}>${value}</${name}>` : `<${name}><![CDATA[${value}]]></${name}>`,
    )
    .join('')}</xml>`
const fieldOf = (xml: string, name: string): string =>
  new RegExp(`<${name}>(?:<!\\[CDATA\\[(.*?)\\]\\]>|(.*?))</${name}>`, 's').exec(xml)?.slice(1).join('') ?? ''

/** A message as the platform sends it: query and body, signed and, in modes 2 and 3, sealed. */
export function signedMessage(
  account: FakeAccount,
  fields: MessageFields,
): { query: Record<string, string>; body: string } {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = String(randomInt(1e9))
  const query = { signature: sha1(account.token, timestamp, nonce), timestamp, nonce }
  const { mode = 1, aesKey = '' } = account
  if (mode === 1) return { query, body: xmlOf(fields) }
  const Encrypt = sealed(aesKey, account.appId, xmlOf(fields))
  const plain = mode === 2 ? fields : { ToUserName: fields.ToUserName ?? '' }
  return {
    query: { ...query, encrypt_type: 'aes', msg_signature: sha1(account.token, timestamp, nonce, Encrypt) },
    body: xmlOf({ ...plain, Encrypt }),
  }
}

/** The answer to a message, opened when it is sealed; throws when its signature or its account is wrong. */
export function openedAnswer(account: FakeAccount, answer: string): string {
  const encrypted = fieldOf(answer, 'Encrypt')
  if (encrypted === '') return answer
  const parts = [account.token, fieldOf(answer, 'TimeStamp'), fieldOf(answer, 'Nonce'), encrypted]
  if (sha1(...parts) !== fieldOf(answer, 'MsgSignature')) throw new Error('The answer is signed wrongly')
  const key = Buffer.from(`${account.aesKey ?? ''}=`, 'base64')
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const bytes = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()])
  const end = 20 + bytes.readUInt32BE(16)
  const owner = bytes.subarray(end, bytes.length - (bytes.at(-1) ?? 0)).toString()
  if (owner !== account.appId) throw new Error('The answer is meant for another account')
  return bytes.subarray(20, end).toString()
}

function sealed(aesKey: string, appId: string, text: string): string {
  const key = Buffer.from(`${aesKey}=`, 'base64')
  const size = Buffer.alloc(4)
  size.writeUInt32BE(Buffer.byteLength(text))
  const plain = Buffer.concat([randomBytes(16), size, Buffer.from(text + appId)])
  const fill = 32 - (plain.length % 32)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([
    cipher.update(plain),
    cipher.update(Buffer.alloc(fill, fill)),
    cipher.final(),
  ]).toString('base64')
}
