import { type ComponentType, Suspense } from 'react'
import { hasPermission } from '#kit/web/session.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import type { InfoPart } from './InfoPage.tsx'

interface RecordTab {
  /** in the address: ?tab= */
  key: string
  label: string
  /** code a person needs to see it */
  permission: string
  /** lazy: pages of the record load it when the tab is opened */
  Content: ComponentType<{ id: number }>
}

const known = new Map<string, RecordTab[]>()

/**
 * A room adds a tab to the page of another room's record, named by its entity; a key given twice throws. A page that
 * shows such tabs asks for them with declaredTabs. Doors §3 declareTab.
 */
export function declareTab(entity: string, tab: RecordTab): void {
  const tabs = known.get(entity) ?? []
  if (tabs.some((one) => one.key === tab.key))
    throw new Error(`Tab ${tab.key} of ${entity} is declared twice`)
  known.set(entity, [...tabs, tab])
}

/** The tabs other rooms add to the page of a record that the person may see, in the order of their declaration. */
export function declaredTabs(entity: string, id: number): InfoPart[] {
  return (known.get(entity) ?? [])
    .filter(({ permission }) => hasPermission(permission))
    .map(({ key, label, Content }) => ({
      key,
      label,
      content: (
        <Suspense fallback={<Busy />}>
          <Content id={id} />
        </Suspense>
      ),
    }))
}
