import { randomText } from '#kit/shared/envelope.ts'

const KEY_LENGTH = 24

/** A key that tells one sending from others. Browsers give crypto.randomUUID to https and localhost alone. */
export const newKey = (): string =>
  randomText(KEY_LENGTH, (count) => crypto.getRandomValues(new Uint8Array(count)))
