import { useSearchParams } from 'react-router'
import { useFormRoute } from '../masters/useFormRoute.ts'
import { ProductForm } from './ProductForm.tsx'

/** /store/creatStore, /store/product/edit: the article and how it is sold. Catalog D5, §3.2. */
export default function CreatStore() {
  const [address] = useSearchParams()
  const copy = address.get('copy')
  return (
    <ProductForm key={copy} side="store" {...useFormRoute()} copy={copy === null ? null : Number(copy)} />
  )
}
