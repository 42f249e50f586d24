/** Stands in the place of a page or a section while its data is on its way. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <div className="k-state" role="status" aria-label="加载中" aria-busy>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <div key={row} className="k-bone" />
      ))}
    </div>
  )
}
