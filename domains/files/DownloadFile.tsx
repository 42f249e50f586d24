import { TaskList } from './TaskList.tsx'

/** 我的下载. Platform §10. */
export default function DownloadFile() {
  return <TaskList imports={false} />
}
