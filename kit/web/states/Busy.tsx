/** Stands in the place of an input whose code is still on its way. */
export function Busy() {
  return <div className="k-busy" aria-busy />
}
