import { Image } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { Decisions } from '#kit/web/document/Decisions.tsx'
import { ProductFacts } from './ProductFacts.tsx'
import { ChangedFields } from './ProductLog.tsx'
import type { historyCalls } from './repo.calls.ts'
import { SkuTable } from './SkuTable.tsx'
import './product.css'

/** What a product is, all of it or what changed since its last approval, and how it was decided. Catalog §2.3. */
export function ExamineFacts({ data }: { data: OutWireOf<typeof historyCalls.examineInfo> }) {
  return (
    <>
      <div className="k-info-head">
        <Image src={data.image} alt={data.storeName} width={72} height={72} className="p-picture" />
        <div className="k-info-text">
          <div className="k-info-title">{data.storeName}</div>
          <div className="k-hint">
            {[data.productCode, data.cateValues, data.brandName].filter((one) => one !== '').join(' · ')}
          </div>
          <div>
            ¥{data.price}
            <span className="k-hint">
              {' '}
              {data.specCount}个规格，资料完整度 {data.completeness}%
            </span>
          </div>
        </div>
      </div>
      {data.history.some((one) => one.action === 'pass') ? (
        <section className="k-section">
          <h3 className="k-group-title">修改项</h3>
          {data.diff.length > 0 ? (
            <ChangedFields fields={data.diff} />
          ) : (
            <p className="k-hint">与上次审核通过时一致</p>
          )}
        </section>
      ) : (
        <section className="k-section">
          <h3 className="k-group-title">首次提交，全部内容</h3>
          <SkuTable skus={data.attrValue} />
          <ProductFacts row={data} />
        </section>
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
