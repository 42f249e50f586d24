import { Image } from 'antd'
import { Decisions } from '#kit/web/document/Decisions.tsx'
import { useChanges } from '#kit/web/info/changes.tsx'
import { InfoSections } from '#kit/web/info/InfoSections.tsx'
import { RecordHead } from '#kit/web/info/RecordHead.tsx'
import { PRODUCT_CELLS, PRODUCT_IF_ANY, PRODUCT_SECTIONS } from './ProductFacts.tsx'
import { product } from './product.entity.ts'
import { type ExaminedProduct, productChanges } from './productChanges.tsx'
import { historyCalls } from './repo.calls.ts'
import { SkuTable } from './SkuTable.tsx'
import './product.css'

/** What a product is, all of it or what changed since its last approval, and how it was decided. Catalog §2.3. */
export function ExamineFacts({ data }: { data: ExaminedProduct }) {
  const { note, alone, ...told } = useChanges(productChanges(data, true), data, PRODUCT_SECTIONS)
  return (
    <>
      <RecordHead
        name={data.storeName}
        number={data.productCode}
        picture={<Image src={data.image} alt={data.storeName} width={64} height={64} className="p-picture" />}
        states={[]}
        facts={
          <>
            <div className="k-hint">
              {[data.cateValues, data.brandName].filter((one) => one !== '').join(' · ')}
            </div>
            <div>
              ¥{data.price}
              <span className="k-hint">
                {' '}
                {data.specCount}个规格，资料完整度 {data.completeness}%
              </span>
            </div>
          </>
        }
      />
      {note}
      {!alone && <SkuTable skus={data.attrValue} />}
      <InfoSections
        {...told}
        shape={historyCalls.examineInfo.answer.shape ?? product.all}
        cells={PRODUCT_CELLS}
        ifAny={PRODUCT_IF_ANY}
      />
      {data.history.length > 0 && (
        <section className="k-section">
          <h3 className="k-group-title">审核记录</h3>
          <Decisions history={data.history} />
        </section>
      )}
    </>
  )
}
