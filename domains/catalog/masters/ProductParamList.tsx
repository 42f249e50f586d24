import { ListPage } from '#kit/web/list/ListPage.tsx'
import { productParamMaster } from './masters.calls.ts'
import { productParam } from './productParam.entity.ts'

const PAGE = '/store/addproductParam'
const SHOW = ['paramName', 'cateValues', 'paramCount', 'productCount', 'status', 'updateTime']
const COLUMNS = { paramName: { width: 200 }, cateValues: { title: '适用分类', width: 260 } }

/** 商品参数. Catalog §2.2. */
export default function ProductParamList() {
  return (
    <ListPage
      of={productParam}
      importing
      calls={productParamMaster.calls}
      show={SHOW}
      columns={COLUMNS}
      dated=""
      pages={{ create: PAGE, edit: (row) => `${PAGE}/${row.id}` }}
    />
  )
}
