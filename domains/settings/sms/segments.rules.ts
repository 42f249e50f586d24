const ONE_MESSAGE = 70
/** of a message in several parts each loses three characters to its head */
const ONE_PART = 67
const REFUSAL = '拒收请回复R'

/** How many messages the network makes of a text; it counts as UCS-2 does. Platform §12.2. */
export function segmentsOf(text: string): number {
  return text.length <= ONE_MESSAGE ? 1 : Math.ceil(text.length / ONE_PART)
}

/** The text that goes out: its signature in front, and how to refuse under a promotion. Platform §12.2. */
export function signed(sign: string, content: string, isPromotion: boolean): string {
  const ended = isPromotion && !content.endsWith(REFUSAL) ? `${content} ${REFUSAL}` : content
  return `【${sign}】${ended}`
}

const FIRST_HOUR = 9
const LAST_HOUR = 20
const HOUR_MS = 3_600_000

/** How long a promotion has to wait at a moment so many ms into its day: it goes out 09:00–20:00 only. Platform §12.2. */
export function waitOfPromotion(msOfDay: number): number {
  if (msOfDay < FIRST_HOUR * HOUR_MS) return FIRST_HOUR * HOUR_MS - msOfDay
  return msOfDay < LAST_HOUR * HOUR_MS ? 0 : (24 + FIRST_HOUR) * HOUR_MS - msOfDay
}
