import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { ScopeInput } from '../../ScopeInput.tsx'
import { scopeForm } from '../scope.web.ts'
import { directoryCalls, directoryForm } from './directory.calls.ts'
import { DIRECTORY_ENTITY, DIRECTORY_SCOPES, productDirectory } from './productDirectory.entity.ts'

const INPUTS = {
  scopeIds: { Input: (props: InputProps) => <ScopeInput {...props} entities={DIRECTORY_ENTITY} /> },
  startTime: { help: '留空为立即' },
  endTime: { help: '留空为长期' },
}

/** The form for products chosen before: whether they stand in the catalogue, and for whom. Catalog §3.5. */
export function openDirectory(
  productIds: readonly number[],
  title: string,
  row?: WireRow,
): Promise<number | null> {
  const { shape, ...rules } = scopeForm(directoryForm, DIRECTORY_SCOPES, DIRECTORY_ENTITY)
  const [id] = productIds
  const single = productIds.length === 1
  return openForm({
    ...rules,
    of: productDirectory,
    calls: { save: single ? directoryCalls.put : directoryCalls.batch },
    id: null,
    title,
    shape,
    inputs: INPUTS,
    ...(row === undefined ? {} : { initial: row }),
    complete: (input) => (single ? { ...input, id } : { ...input, productIds: productIds.join(',') }),
    success: '保存成功',
    touches: [directoryCalls.list.path],
  })
}
