import { useFormRoute } from '../masters/useFormRoute.ts'
import { ProductForm } from './ProductForm.tsx'

/** /storerepo/repolist/creatProduct: what an article is. Catalog §2.3. */
export default function CreatProduct() {
  return <ProductForm side="repo" {...useFormRoute()} />
}
