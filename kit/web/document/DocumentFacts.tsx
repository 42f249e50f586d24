import type { Shape } from '#kit/shared/field.ts'
import { useChanges } from '#kit/web/info/changes.tsx'
import { type Facts, InfoSections } from '#kit/web/info/InfoSections.tsx'
import type { DocumentInfo } from './DocumentPage.tsx'
import { changesOf } from './documentChanges.tsx'

/** What a document says where it is decided: all of it the first time, then what changed since its last approval. Frame §5. */
export function DocumentFacts<R extends DocumentInfo>({
  row,
  sections,
  shape,
  ...facts
}: Facts<R> & { shape: Shape; row: R }) {
  const { note, alone: _alone, ...told } = useChanges(changesOf(shape, row, true), row, sections)
  return (
    <>
      {note}
      <InfoSections {...facts} shape={shape} {...told} />
    </>
  )
}
