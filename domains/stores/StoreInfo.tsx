import { Alert, Button, Image } from 'antd'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { StoreOrders } from './StoreOrders.tsx'
import { StorePeople } from './StorePeople.tsx'
import { store } from './store.entity.ts'
import { codeAct, eraseAct, isLiving, recoverAct, recycleAct, staffAct } from './storeActs.tsx'
import { staffCalls, storeCalls, storeOrderCall } from './stores.calls.ts'

type Store = OutWireOf<typeof storeCalls.info>

const LIST = '/storeManagement'

const editAct: Act<Store> = act({
  label: '编辑',
  permission: storeCalls.update,
  when: isLiving,
  run: ({ id }) => goTo(`${LIST}/addStoreManagement/${id}`),
})
const ACTIONS = [editAct, staffAct, codeAct, recycleAct, recoverAct, eraseAct]

const SECTIONS: readonly InfoSection[] = [
  {
    title: '门店',
    fields: [
      ...['storeCode', 'storeType', 'companyId', 'shoudaId', 'phone', 'managerId', 'introduction'],
      ...['createTime', 'updateTime'],
    ],
  },
  { title: '地址', fields: ['address', 'detailedAddress', 'latitude', 'longitude'] },
  { title: '营业', fields: ['dayTime', 'validTime', 'businessStatus', 'isShow', 'channelIds'] },
  { title: '配送', fields: ['warehouseId', 'deliveryRadius', 'startAmount', 'deliveryFee'] },
  { title: '证照', fields: ['licenceFile'] },
]
const IF_ANY: Readonly<Record<string, (row: Store) => boolean>> = {
  companyId: (row) => row.companyId !== null,
  shoudaId: (row) => row.shoudaId !== null,
}
const CELLS = {
  address: { cell: (row: Store) => row.address.replaceAll(',', ' ') },
  dayTime: { cell: (row: Store) => row.dayTime.replace(',', ' 至 ') || '未设置' },
  validTime: { cell: (row: Store) => row.validTime.replace(',', ' 至 ') || '不限' },
}

/** 门店详情: the store, its people and its pick-up orders. Catalog §5. */
export default function StoreInfo() {
  const { id } = useParams()
  if (id === undefined)
    return (
      <Empty text="请在门店列表中选择门店">
        <Button onClick={() => goTo(LIST)}>门店管理</Button>
      </Empty>
    )
  return <Page id={Number(id)} />
}

function Page({ id }: { id: number }) {
  const { shape } = store
  return (
    <InfoPage
      of={store}
      call={storeCalls.info}
      id={id}
      title={(row) => `门店详情 ${row.name}`}
      name={(row) => row.name}
      states={(row) => [
        shape.isShow.choices?.find((one) => one.value === row.isShow),
        shape.businessStatus.choices?.find((one) => one.value === row.businessStatus),
      ]}
      actions={ACTIONS}
      back={LIST}
      notice={(row) =>
        row.isRecycle === 1 && <Alert type="warning" showIcon title="该门店在回收站，恢复后才能编辑和显示" />
      }
      picture={(row) => row.image !== '' && <Image src={row.image} alt={row.name} width={64} height={64} />}
      number={(row) => row.storeCode}
      figures={(row) => [
        {
          label: '店员',
          value: row.staffCount,
          ...(mayCall(staffCalls.list) && { to: `${LIST}/info/${id}?tab=staff` }),
        },
        {
          label: '待核销订单',
          value: row.waitingOrders,
          ...(mayCall(storeOrderCall) && { to: `${LIST}/info/${id}?tab=orders` }),
        },
      ]}
      sections={SECTIONS}
      cells={CELLS}
      ifAny={IF_ANY}
      lists={() => [
        ...(mayCall(staffCalls.list)
          ? [{ key: 'staff', label: '店员', content: <StorePeople storeId={id} /> }]
          : []),
        ...(mayCall(storeOrderCall)
          ? [{ key: 'orders', label: '自提订单', content: <StoreOrders storeId={id} /> }]
          : []),
        ...declaredTabs(store.name, id),
      ]}
    />
  )
}
