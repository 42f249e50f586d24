import { useFormRoute } from '../masters/useFormRoute.ts'
import { ProductForm } from './ProductForm.tsx'

/** /store/creatStore, /store/product/edit: the article and how it is sold. Catalog D5, §3.2. */
export default function CreatStore() {
  return <ProductForm side="store" {...useFormRoute()} />
}
