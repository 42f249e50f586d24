import { MessageOutlined, QuestionCircleOutlined, UserAddOutlined } from '@ant-design/icons'
import { Card } from 'antd'
import { Link } from 'react-router'
import { DEFAULT_PAGE, FOLLOW_PAGE, KEYWORDS_PAGE } from '../wechat.addresses.ts'

const PAGES = [
  { to: FOLLOW_PAGE, icon: <UserAddOutlined />, title: '关注回复', text: '关注公众号后自动发送' },
  { to: KEYWORDS_PAGE, icon: <MessageOutlined />, title: '关键字回复', text: '消息与关键字匹配时回复' },
  { to: DEFAULT_PAGE, icon: <QuestionCircleOutlined />, title: '无效词回复', text: '没有匹配的关键字时回复' },
]

/** 自动回复: the ways to its kinds. Platform §11.2. */
export default function ReplyHome() {
  return (
    <nav className="k-tiles" aria-label="自动回复">
      {PAGES.map(({ to, icon, title, text }) => (
        <Link key={to} to={to}>
          <Card size="small" hoverable>
            <Card.Meta avatar={icon} title={title} description={text} />
          </Card>
        </Link>
      ))}
    </nav>
  )
}
