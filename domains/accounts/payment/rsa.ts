import {
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  type KeyObject,
  X509Certificate,
} from 'node:crypto'

// Keys as providers of payments hand them out: PEM or the bare base64 in it, in one line or many.

const derOf = (text: string): Buffer =>
  Buffer.from(text.replace(/-----[^-]+-----/g, '').replace(/\s+/g, ''), 'base64')

function firstOf(ways: readonly (() => KeyObject)[]): KeyObject | null {
  for (const way of ways)
    try {
      const key = way()
      if (key.asymmetricKeyType === 'rsa') return key
    } catch {
      // Not this form; the next one may be it.
    }
  return null
}

/** A private RSA key in PKCS#8 or PKCS#1; null where the text is none. */
export function privateKeyOf(text: string): KeyObject | null {
  const key = derOf(text)
  return firstOf(
    (['pkcs8', 'pkcs1'] as const).map((type) => () => createPrivateKey({ key, format: 'der', type })),
  )
}

/** A public RSA key, bare or in a certificate; null where the text is none. */
export function publicKeyOf(text: string): KeyObject | null {
  const key = derOf(text)
  return firstOf([
    () => createPublicKey({ key, format: 'der', type: 'spki' }),
    () => new X509Certificate(key).publicKey,
    () => createPublicKey({ key, format: 'der', type: 'pkcs1' }),
  ])
}

/** Base64 of RSA-SHA256 over a text. */
export const rsaSigned = (key: KeyObject, text: string): string =>
  createSign('RSA-SHA256').update(text).sign(key, 'base64')

/** Whether that is the signature of this text by the owner of the key. */
export function isRsaSigned(key: KeyObject, text: string, sign: string): boolean {
  return createVerify('RSA-SHA256').update(text).verify(key, sign, 'base64')
}
