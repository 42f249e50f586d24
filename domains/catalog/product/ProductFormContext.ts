import { createContext, use } from 'react'
import type { FormState } from '#kit/web/form/useForm.ts'

/** Which product a form is about; does not change while somebody types. */
export interface ProductPlace {
  /** null: a new product */
  id: number | null
  /** on the shelf of a channel: controlled fields stay as they are. Catalog §2.3, ◆ */
  shelved: boolean
}

export const ProductPlaceContext = createContext<ProductPlace>({ id: null, shelved: false })

/** The product of the form around. */
export function useProductPlace(): ProductPlace {
  return use(ProductPlaceContext)
}

export const ProductDraftContext = createContext<FormState | null>(null)

/** The draft of the product form around, for inputs that look at other fields; Error outside of one. */
export function useProductDraft(): FormState {
  const draft = use(ProductDraftContext)
  if (draft === null) throw new Error('Only inside the product form')
  return draft
}
