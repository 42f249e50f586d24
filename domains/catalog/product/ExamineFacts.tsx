import { Image } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { Decisions } from '#kit/web/document/Decisions.tsx'
import { ChangedFields } from './ProductLog.tsx'
import type { historyCalls } from './repo.calls.ts'
import './product.css'

/** What a product is, what changed since its last approval, and how it was decided so far. Catalog §2.3. */
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
      <section className="k-section">
        <h3 className="k-group-title">修改项</h3>
        {data.diff.length > 0 ? (
          <ChangedFields fields={data.diff} />
        ) : (
          <p className="k-hint">首次提交，没有修改前的资料可比较</p>
        )}
      </section>
      {data.history.length > 0 && (
        <section className="k-section">
          <h3 className="k-group-title">审核记录</h3>
          <Decisions history={data.history} />
        </section>
      )}
    </>
  )
}
