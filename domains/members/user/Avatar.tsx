import { Avatar as Face } from 'antd'
import './user.css'

/** The face and the name of a user. */
export function Avatar({ url, name }: { url: string; name: string }) {
  return (
    <span className="m-avatar">
      <Face size={32} src={url === '' ? undefined : url} alt="">
        {[...name][0] ?? ''}
      </Face>
      {name}
    </span>
  )
}
