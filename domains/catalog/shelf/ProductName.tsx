import '../product/product.css'

interface Named {
  productName: string
  productCode: string
  suk?: string
}

/** What a row is about: the name of a product, below it its code and specification. */
export function ProductName({ of: { productName, productCode, suk = '' } }: { of: Named }) {
  return (
    <span className="p-name">
      {productName}
      <div className="k-hint">{[productCode, suk].filter((one) => one !== '').join(' ')}</div>
    </span>
  )
}
