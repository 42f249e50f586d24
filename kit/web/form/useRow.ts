import { useState } from 'react'
import type { Call } from '#kit/shared/call.ts'
import { trust } from '#kit/shared/loose.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'

/** A row read anew for a form: what another tab has cached may be old. `reading` counts the readings. */
export function useRow(call: Call | undefined, id: number | null) {
  const [reading, setReading] = useState(0)
  const asked = call !== undefined && id !== null
  const query = useCall<unknown, unknown, unknown, unknown>(
    trust(call ?? NO_CALL),
    { id },
    { enabled: asked, quiet: true },
  )
  const reload = async () => {
    await query.refetch()
    setReading((count) => count + 1)
  }
  return {
    row: asked && query.isFetchedAfterMount ? trust<WireRow | undefined>(query.data) : undefined,
    loading: asked && !query.isFetchedAfterMount,
    error: asked && query.isError && query.data === undefined ? query.error : null,
    reading,
    reload,
  }
}

const NO_CALL = { path: '' }
