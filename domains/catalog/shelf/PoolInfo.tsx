import { Image } from 'antd'
import type { Call, OutWireOf } from '#kit/shared/call.ts'
import type { DocumentStates } from '#kit/shared/document.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { act } from '#kit/web/actions.tsx'
import { useDeciding } from '#kit/web/document/deciding.ts'
import { auditState, mayExamine } from '#kit/web/document/documentActs.tsx'
import { Examine } from '#kit/web/examine/Examine.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { ChangedFields } from '../product/ProductLog.tsx'
import { TOUCHED } from '../product/touched.ts'
import { poolCalls } from './pool.calls.ts'
import { integralStates, productIntegral, productVip, vipStates } from './pool.entity.ts'
import { recordExamine } from './shelf.addresses.ts'
import '../product/product.css'

type Info = OutWireOf<typeof poolCalls.payInfo> | OutWireOf<typeof poolCalls.integralInfo>

interface PoolPageProps<R extends Info> {
  id: number
  kind: 'pay' | 'integral'
  of: Entity
  states: DocumentStates
  info: Call<unknown, unknown, unknown, R>
  examine: typeof poolCalls.examinePay
  back: string
}

const FIELDS = [
  'perLimit',
  'levelIds',
  'startTime',
  'endTime',
  'sort',
  'submitBy',
  'submitTime',
  'auditBy',
  'opinion',
]
const verdict = (pass: boolean): 1 | 2 => (pass ? 1 : 2)

/** The setting of a product in a pool: what it is, what changes, how it was decided; where it is decided, 通过 and 驳回 for who may. */
function PoolPage<R extends Info>({ id, kind, of, states, info, examine, back }: PoolPageProps<R>) {
  const deciding = useDeciding()
  return (
    <InfoPage
      of={of}
      call={info}
      id={id}
      title={(row) => `${of.label} ${row.productCode}`}
      name={(row) => row.productName}
      states={(row) => [
        auditState(row),
        row.onShelf === 1 ? { value: 1, label: '已上架', means: 'done' } : { value: 0, label: '未上架' },
      ]}
      picture={(row) => (
        <Image src={row.image} alt={row.productName} width={64} height={64} className="p-picture" />
      )}
      actions={[
        act({
          label: '审核',
          primary: true,
          permission: examine,
          when: (row: R) => !deciding && mayExamine(states, row),
          run: (row: R) => goTo(recordExamine(kind, row.id)),
        }),
      ]}
      back={back}
      processes
      number={(row) => row.productCode}
      sections={[
        { title: '设置', fields: FIELDS },
        { title: of.shape.rows?.label ?? '', fields: ['rows'] },
      ]}
      parts={(row) => [
        {
          key: 'diff',
          label: '修改项',
          content:
            row.diff.length === 0 ? (
              <p className="k-hint">与生效设置一致</p>
            ) : (
              <ChangedFields fields={row.diff.map((one) => ({ ...one, field: one.label }))} />
            ),
        },
      ]}
      decision={(row) =>
        deciding &&
        mayExamine(states, row) && (
          <Examine
            call={examine}
            input={(pass, opinion) => ({
              id: row.productId,
              auditStatus: verdict(pass),
              opinion,
              version: row.version,
            })}
            touches={TOUCHED}
          />
        )
      }
    />
  )
}

export function PayInfo({ id }: { id: number }) {
  return (
    <PoolPage
      id={id}
      kind="pay"
      of={productVip}
      states={vipStates}
      info={poolCalls.payInfo}
      examine={poolCalls.examinePay}
      back="/store/payproduct"
    />
  )
}

export function IntegralInfo({ id }: { id: number }) {
  return (
    <PoolPage
      id={id}
      kind="integral"
      of={productIntegral}
      states={integralStates}
      info={poolCalls.integralInfo}
      examine={poolCalls.examineIntegral}
      back="/store/integralProduct"
    />
  )
}
