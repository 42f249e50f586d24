import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { SmallPage } from './SmallPage.tsx'

/** /404. Platform §4.6. */
export default function NotFoundPage() {
  const navigate = useNavigate()
  return (
    <SmallPage
      title="页面不存在"
      actions={
        <Button type="primary" onClick={() => void navigate('/')}>
          返回首页
        </Button>
      }
    >
      <p>地址可能已经变更，或者输入有误。</p>
    </SmallPage>
  )
}
