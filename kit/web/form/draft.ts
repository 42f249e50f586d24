import { createContext, use } from 'react'
import type { WireRow } from '#kit/web/fieldUi.ts'

export const FormDraft = createContext<WireRow>({})

/** What has been filled in of the form around, for an input that depends on other fields. */
export function useFormDraft(): WireRow {
  return use(FormDraft)
}
