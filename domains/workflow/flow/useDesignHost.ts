import { useMemo } from 'react'
import type { DrawerHost } from '../designer/drawer/host.types.ts'
import { staffPickers } from '../designer/drawer/staffPickers.tsx'
import { useChoices } from './bindingForm.tsx'
import { boundFields } from './boundFields.ts'

/** What the inputs of the designer offer in this product: handlers, people, pages, processes, fields of documents. */
export function useDesignHost(name: string): DrawerHost {
  const choices = useChoices()
  return useMemo(() => {
    if (choices === undefined) return { actors: staffPickers }
    const { handlers, pages, types, processes } = choices
    return {
      actors: staffPickers,
      handlers,
      forms: pages.map(({ path, label }) => ({ value: path, label })),
      // A process that calls itself never ends.
      processes: processes
        .filter((one) => one.name !== name)
        .map((one) => ({ value: one.name, label: one.displayName || one.name })),
      formFields: boundFields(types, name),
    }
  }, [choices, name])
}
