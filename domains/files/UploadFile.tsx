import { TaskList } from './TaskList.tsx'

/** 我的上传. Platform §10. */
export default function UploadFile() {
  return <TaskList imports />
}
