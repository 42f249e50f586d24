/** Of the boxes that should be there, the share that was found as it should be, in percent with two decimals. Warehouse §5.6. */
export function accuracyOf(boxCount: number, diffCount: number): number {
  return boxCount === 0 ? 100 : Math.max(0, Math.round(((boxCount - diffCount) * 10_000) / boxCount) / 100)
}
