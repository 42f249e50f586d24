/** Stands in the place of a page or a section while its data is on its way; empty for the first 200 ms. Screens §1. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <div className="k-state k-loading" role="status" aria-label="加载中" aria-busy>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <div key={row} className="k-bone" />
      ))}
    </div>
  )
}
