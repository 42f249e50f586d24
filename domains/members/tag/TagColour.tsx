import './tag.css'

/** The name of a tag, beside a dot of its colour where it has one. */
export function TagColour({ name, color }: { name: string; color: string | null }) {
  return (
    <>
      {color ? <span className="m-tag-dot" style={{ background: color }} aria-hidden /> : null}
      {name}
    </>
  )
}
