import { lazy, Suspense } from 'react'
import type { Shape } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'

const ClashDialog = lazy(() => import('./ClashDialog.tsx'))

/**
 * Asks for each of some fields whether one's own value or the one somebody else has saved is to count. Answers the values
 * that were chosen, at once when there is nothing to choose; null when the person gave up. Screens §4.
 */
export async function compareClashes(
  shape: Shape,
  names: readonly string[],
  mine: WireRow,
  theirs: WireRow,
): Promise<WireRow | null> {
  if (names.length === 0) return {}
  return openDialog<WireRow | null>((close) => (
    <Suspense fallback={null}>
      <ClashDialog shape={shape} names={names} mine={mine} theirs={theirs} onClose={close} />
    </Suspense>
  ))
}
