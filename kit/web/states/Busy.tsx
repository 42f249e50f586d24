import { Skeleton } from 'antd'

/** Stands in the place of an input whose code is still on its way. */
export function Busy() {
  return <Skeleton.Input active block size="small" />
}
