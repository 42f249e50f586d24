import { CarOutlined, DeploymentUnitOutlined, EnvironmentOutlined } from '@ant-design/icons'
import { Card } from 'antd'
import { Link } from 'react-router'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { shippingTemplateCalls as calls } from './shippingTemplate.calls.ts'
import { shippingTemplate } from './shippingTemplate.entity.ts'
import { TEMPLATE_FORM } from './templateForm.tsx'

const PAGES = [
  {
    to: '/maintain/logistics/companyList',
    icon: <DeploymentUnitOutlined />,
    title: '物流公司',
    text: '承运快递公司、月结账号与电子面单',
  },
  {
    to: '/maintain/logistics/cityList',
    icon: <EnvironmentOutlined />,
    title: '城市数据',
    text: '省市区县、显示与渠道可达范围',
  },
  {
    to: '/maintain/logistics/service',
    icon: <CarOutlined />,
    title: '物流查询与面单',
    text: '查询接口、电子面单设置与测试',
  },
]
const SHOW = ['name', 'type', 'appoint', 'sort', 'status', 'createTime', 'updateTime']
const COLUMNS = { name: { width: 260 } }

/** 物流设置: the ways to its parts, and the templates of freight. Platform §8.3. */
export default function Logistics() {
  return (
    <>
      <nav className="k-tiles" aria-label="物流设置">
        {PAGES.map(({ to, icon, title, text }) => (
          <Link key={to} to={to}>
            <Card size="small" hoverable>
              <Card.Meta avatar={icon} title={title} description={text} />
            </Card>
          </Link>
        ))}
      </nav>
      <h2 className="k-group-title">运费模板</h2>
      <ListPage
        of={shippingTemplate}
        calls={calls}
        show={SHOW}
        columns={COLUMNS}
        form={TEMPLATE_FORM}
        importing
        dated=""
      />
    </>
  )
}
