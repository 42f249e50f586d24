import { createContext, use } from 'react'
import type { FormState } from '#kit/web/form/useForm.ts'

/** What the inputs of the product form need of the form around them. */
export interface ProductDraft {
  form: FormState
  /** null: a new product */
  id: number | null
  /** on the shelf of a channel: controlled fields stay as they are. Catalog §2.3, ◆ */
  shelved: boolean
}

export const ProductDraftContext = createContext<ProductDraft | null>(null)

/** The product form around; Error outside of one. */
export function useProductDraft(): ProductDraft {
  const draft = use(ProductDraftContext)
  if (draft === null) throw new Error('Only inside the product form')
  return draft
}
