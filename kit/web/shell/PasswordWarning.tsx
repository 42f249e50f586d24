import { Alert } from 'antd'
import { Link } from 'react-router'

/** How long the password is still good, when that is not long. Platform §2.6. */
export default function PasswordWarning({ days }: { days: number }) {
  return (
    <Alert
      type="warning"
      banner
      closable
      title={
        <>
          密码将于{days}天后过期，<Link to="/maintain/user?tab=password">现在修改</Link>
        </>
      }
    />
  )
}
