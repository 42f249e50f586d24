import { useSearchParams } from 'react-router'
import { LevelFormOf } from './LevelForm.tsx'

/** 新增付费会员等级, or one that is there (?id=). Members §3.5. */
export default function PayLevelForm() {
  const [params] = useSearchParams()
  const id = Number(params.get('id'))
  return <LevelFormOf id={id > 0 ? id : null} levelType={2} />
}
