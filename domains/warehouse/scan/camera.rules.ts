/** A code that stays before the camera is one scan; it counts again once it was out of sight for so long. */
const GONE_MS = 1500

/** Codes that were in sight, with when last, in ms. */
export type Sight = ReadonlyMap<string, number>

/** What of the codes in sight was not there a moment ago, and what is in sight now. Warehouse §7. */
export function lookAgain(
  before: Sight,
  codes: readonly string[],
  at: number,
): { sight: Sight; fresh: string[] } {
  const seen = [...new Set(codes.filter((one) => one !== ''))]
  const known = (code: string) => at - (before.get(code) ?? Number.NEGATIVE_INFINITY) <= GONE_MS
  const kept = [...before].filter(([, last]) => at - last <= GONE_MS)
  return {
    sight: new Map([...kept, ...seen.map((code): [string, number] => [code, at])]),
    fresh: seen.filter((code) => !known(code)),
  }
}

/** Why there is no picture, by the name of what the browser says. */
const REFUSALS: Readonly<Record<string, string>> = {
  NotAllowedError: '没有使用相机的权限，请在浏览器设置中允许本站使用相机',
  SecurityError: '没有使用相机的权限，请在浏览器设置中允许本站使用相机',
  NotFoundError: '没有找到相机，请用扫码枪或手工输入',
  OverconstrainedError: '没有找到相机，请用扫码枪或手工输入',
  NotReadableError: '相机正被其他程序使用，请关闭后再试',
  AbortError: '相机正被其他程序使用，请关闭后再试',
}

export const cameraFault = (error: unknown): string =>
  REFUSALS[error instanceof Error ? error.name : ''] ?? '相机打不开，请用扫码枪或手工输入'
