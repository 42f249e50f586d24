import type { Master } from '#kit/shared/declareMaster.ts'
import { openForm } from './FormModal.tsx'

/** How a row of a declared master is made in a dialog, wherever one is to be chosen (declareMasterOptions). Screens §4. */
export const newMaster = (load: () => Promise<{ default: Master }>) => async (): Promise<number | null> => {
  const { of, calls } = (await load()).default
  return openForm({ of, calls, id: null })
}
