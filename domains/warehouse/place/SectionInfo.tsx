import { Button } from 'antd'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { act } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { relatedPart } from '#kit/web/info/Related.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { SECTION_FORM, SECTION_INFO, SECTIONS } from './placeAddresses.ts'
import { sectionCalls } from './section.calls.ts'
import { section } from './section.entity.ts'
import { binAct, labelAct } from './sectionActs.tsx'

type Section = OutWireOf<typeof sectionCalls.info>

const ACTIONS = [
  act<Section>({
    label: '编辑',
    permission: sectionCalls.update,
    run: ({ id }) => goTo(`${SECTION_FORM}/${id}`),
  }),
  labelAct,
  binAct,
]

const SECTION_FACTS = [
  {
    title: '库区',
    fields: ['warehouseId', 'pid', 'type', 'sellable', 'tempZone', 'barCode', 'countSn', 'remark'],
  },
  { title: '存放', fields: ['pickSort', 'mixSku', 'mixLot', 'maxWeight', 'maxVolume'] },
]
const IF_ANY = { pid: (row: Section) => row.pid > 0, countSn: (row: Section) => row.countSn !== '' }

/** 库区详情: the section, its bins, and what stands there by lot. Warehouse §4.2. */
export default function SectionInfo() {
  const { id } = useParams()
  if (id === undefined)
    return (
      <Empty text="请在库区列表中选择库区">
        <Button onClick={() => goTo(SECTIONS)}>库区管理</Button>
      </Empty>
    )
  return <Page key={id} id={Number(id)} />
}

function Page({ id }: { id: number }) {
  return (
    <InfoPage
      of={section}
      call={sectionCalls.info}
      id={id}
      title={(row) => `库区详情 ${row.name}`}
      name={(row) => row.name}
      number={(row) => row.code}
      states={(row) => [
        row.status === 1
          ? { value: 1, label: '启用', means: 'done' }
          : { value: 0, label: '停用', means: 'off' },
        row.countSn === '' ? undefined : { value: 'count', label: '盘点中', means: 'waits' },
      ]}
      actions={ACTIONS}
      back={SECTIONS}
      figures={(row) => [
        { label: 'SKU数', value: row.skuCount },
        { label: '现存量', value: row.onHand },
        row.maxWeight === null && row.maxVolume === null
          ? undefined
          : {
              label: '占用率(%)',
              value: Number(row.filled ?? 0).toFixed(1),
              hint: '重量与体积中较满的一项',
            },
      ]}
      sections={SECTION_FACTS}
      ifAny={IF_ANY}
      parts={(row) =>
        row.pid > 0
          ? []
          : relatedPart('bins', '库位', {
              call: sectionCalls.list,
              of: { pid: String(row.id) },
              show: ['name', 'code', 'skuCount', 'onHand', 'status'],
              to: (one) => `${SECTION_INFO}/${one.id}`,
              empty: '没有库位，商品直接存放在库区',
              all: `${SECTIONS}?warehouseId=${row.warehouseId}`,
            })
      }
      lists={(row) => [...declaredTabs(section.name, row.id)]}
    />
  )
}
