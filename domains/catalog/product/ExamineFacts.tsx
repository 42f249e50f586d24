import { Image } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { Decisions } from '#kit/web/document/Decisions.tsx'
import { RecordHead } from '#kit/web/info/RecordHead.tsx'
import { ProductFacts } from './ProductFacts.tsx'
import { ChangedFields } from './ProductLog.tsx'
import type { historyCalls } from './repo.calls.ts'
import { SkuTable } from './SkuTable.tsx'
import './product.css'

type Examined = OutWireOf<typeof historyCalls.examineInfo>

const isPassed = ({ history }: Examined) => history.some((one) => one.action === 'pass')

/** What changed since the last approval of a product, or that there was none. Screens §3. */
export function SinceApproval({ data }: { data: Examined }) {
  return (
    <section className="k-section">
      <h3 className="k-group-title">{isPassed(data) ? '修改项' : '首次提交，全部内容'}</h3>
      {isPassed(data) &&
        (data.diff.length > 0 ? (
          <ChangedFields fields={data.diff} />
        ) : (
          <p className="k-hint">与上次审核通过时一致</p>
        ))}
    </section>
  )
}

/** What a product is, all of it or what changed since its last approval, and how it was decided. Catalog §2.3. */
export function ExamineFacts({ data }: { data: Examined }) {
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
      <SinceApproval data={data} />
      {!isPassed(data) && (
        <>
          <SkuTable skus={data.attrValue} />
          <ProductFacts row={data} />
        </>
      )}
      {data.history.length > 0 && (
        <section className="k-section">
          <h3 className="k-group-title">审核记录</h3>
          <Decisions history={data.history} />
        </section>
      )}
    </>
  )
}
