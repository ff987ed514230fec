import { Row } from "./row";

/** A list of rooms. */
export const Panel = ({ rooms, onOpen }: Props) => (
  <List.Frame key="a" on={() => onOpen(rooms[0])}>
    {rooms.map((room) => <Row room={room} label={text(room)} />)}
    <div className="b">{count<number>(rooms)}</div>
  </List.Frame>
);
