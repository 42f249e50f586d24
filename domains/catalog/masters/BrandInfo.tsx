import { Image } from 'antd'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { switchState } from '#kit/shared/states.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import { relatedPart } from '#kit/web/info/Related.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { repoPageOf } from '../product/productActs.tsx'
import { repoCalls } from '../product/repo.calls.ts'
import { brand } from './brand.entity.ts'
import { AUTH_STATES } from './brand.rules.ts'
import { brandMaster } from './masters.calls.ts'

const { calls } = brandMaster
type Brand = OutWireOf<typeof calls.info>

const ACTIONS: readonly Act<Brand>[] = [
  act({
    label: '编辑',
    permission: calls.update,
    run: ({ id }) => goTo(`/storerepo/brand/addBrand/${id}`),
  }),
]

const SECTIONS: readonly InfoSection[] = [
  { title: '品牌', fields: ['brandEn', 'ownerCompany', 'cateIds', 'isShow', 'sort', 'createTime'] },
  { title: '授权', fields: ['authStart', 'authEnd', 'authFile'] },
  { title: '品牌故事', fields: ['storyHtml'] },
]
const IF_ANY = { storyHtml: ({ storyHtml }: Brand) => storyHtml !== '' }

/** 品牌详情, with its products. Catalog §2.2, screens §3. */
export default function BrandInfo() {
  const id = Number(useParams().id)
  const products = `/storerepo/product?brandId=${id}`
  return (
    <InfoPage
      of={brand}
      call={calls.info}
      id={id}
      title={(row) => `品牌详情 ${row.brandName}`}
      name={(row) => row.brandName}
      number={(row) => row.brandCode}
      picture={(row) =>
        row.logo !== '' && <Image src={row.logo} alt={row.brandName} width={64} height={64} />
      }
      states={(row) => [switchState(row.status)]}
      actions={ACTIONS}
      back="/storerepo/brand"
      figures={(row) => [
        { label: '商品数', value: row.productCount, ...(mayCall(repoCalls.list) && { to: products }) },
        { label: '授权', value: AUTH_STATES.find((one) => one.value === row.authState)?.label },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      parts={() =>
        relatedPart('products', '商品', {
          call: repoCalls.list,
          of: { brandId: String(id), type: '0' },
          show: ['storeName', 'productCode', 'cateValues', 'auditStatus', 'repoStatus'],
          to: (row) => repoPageOf(row.id),
          empty: '还没有商品',
          all: products,
        })
      }
    />
  )
}
