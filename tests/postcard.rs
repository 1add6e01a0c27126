//! Events in postcard, as firmware records them: a byte for the kind, then its squares and role, a
//! byte each; a group begins with how many squares it has.

use touch_move::chess::square::SquareSet;
use touch_move::event::Event;

const BYTES: [(&str, &[u8]); 14] = [
    ("e1", &[0, 4]),
    ("e1+h1", &[1, 2, 4, 7]),
    ("e1-g1", &[2, 4, 6]),
    ("h8-h8", &[2, 63, 63]),
    ("off:d5", &[3, 35]),
    ("adjust:f3", &[4, 21]),
    ("brush:a1", &[5, 0]),
    ("Q@f8", &[6, 4, 61]),
    ("N-f8", &[7, 1, 61]),
    ("hands", &[8]),
    ("clock", &[9]),
    ("opp:g1", &[10, 6]),
    ("claim", &[11]),
    ("arbiter", &[12]),
];

#[test]
fn events_are_a_few_bytes_each() {
    let mut recording = Vec::new();
    for (text, bytes) in BYTES {
        let event: Event = text.parse().unwrap();
        let mut buffer = [0; 8];
        assert_eq!(postcard::to_slice(&event, &mut buffer).unwrap(), bytes, "{text}");
        recording.extend_from_slice(bytes);
    }
    let mut rest = recording.as_slice();
    for (text, _) in BYTES {
        let (event, after) = postcard::take_from_bytes::<Event>(rest).unwrap();
        assert_eq!(event.to_string(), text);
        rest = after;
    }
    assert!(rest.is_empty());
}

#[test]
fn the_longest_event_touches_every_square() {
    let event = Event::TouchedTogether(SquareSet::FULL);
    let mut buffer = [0; 66];
    assert_eq!(postcard::to_slice(&event, &mut buffer).unwrap().len(), 66);
    assert_eq!(postcard::from_bytes(&buffer), Ok(event));
}

#[test]
fn what_is_no_event_is_refused() {
    for bytes in [&[][..], &[13], &[0], &[0, 64], &[6, 6, 61], &[1, 2, 4], &[1, 2, 4, 4]] {
        assert!(postcard::from_bytes::<Event>(bytes).is_err(), "{bytes:?}");
    }
}
