/** What is as high as the input that is to come; a line unless told. */
export type Place = 'line' | 'long' | 'pictures' | 'editor'

/** Stands in the place of an input whose code is still on its way, so that nothing moves when it comes. */
export function Busy({ place = 'line' }: { place?: Place }) {
  return <div className={`k-busy k-busy-${place}`} aria-busy />
}
