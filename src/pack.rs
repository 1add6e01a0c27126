//! Values as bytes of a fixed number, so that they can be kept outside of Rust's types: in the
//! memory of a C program, or over a loss of power.
//!
//! One function says how a type passes, both ways: to bytes, or from bytes into a value of the same
//! type. Any bytes whatever can be read; whether they were a value is told afterwards.

/// A value that can be written as bytes and read back.
pub trait Pack: Copy {
    /// How many bytes it takes.
    const SIZE: usize;

    /// Some value, for others to be read in its place.
    const BLANK: Self;

    /// Passes [`Self::SIZE`] bytes: writes the value, which stays as it is, or reads another in its
    /// place.
    fn pass(&mut self, by: &mut Passage<'_>);

    /// Writes the value, which stays as it is; answers with its seal.
    fn pack(&mut self, to: &mut [u8]) -> u32 {
        let mut by = Passage { way: Way::To(to), sound: true, seal: 0 };
        self.pass(&mut by);
        by.seal
    }

    /// Reads another value in place of this one; answers with its seal. `None`: the bytes are none,
    /// and what has been read of them means nothing.
    fn unpack(&mut self, from: &[u8]) -> Option<u32> {
        let mut by = Passage { way: Way::From(from), sound: true, seal: 0 };
        self.pass(&mut by);
        by.sound.then_some(by.seal)
    }
}

/// Where values pass, one after the other. What finds no room is dropped.
#[derive(Debug)]
pub struct Passage<'b> {
    way: Way<'b>,
    /// Whether all that was read is a value.
    sound: bool,
    /// A checksum of all bytes passed: a change of any is a change of it.
    seal: u32,
}

#[derive(Debug)]
enum Way<'b> {
    To(&'b mut [u8]),
    From(&'b [u8]),
}

impl Passage<'_> {
    /// Answers with the bytes that were written, or read.
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn bytes<const N: usize>(&mut self, mut bytes: [u8; N]) -> [u8; N] {
        match &mut self.way {
            Way::To(to) => {
                if let Some((here, rest)) = core::mem::take(to).split_first_chunk_mut() {
                    (*here, *to) = (bytes, rest);
                }
            }
            Way::From(from) => match from.split_first_chunk() {
                Some((here, rest)) => (bytes, *from) = (*here, rest),
                None => self.sound = false,
            },
        }
        let word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
        let mixed = (self.seal ^ word).wrapping_mul(0x9e37_79b1);
        self.seal = mixed ^ mixed >> 15;
        bytes
    }

    /// A number below `count`.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(crate) fn code(&mut self, code: u8, count: usize) -> u8 {
        let [read] = self.bytes([code]);
        if usize::from(read) < count {
            return read;
        }
        self.sound = false;
        0
    }

    /// Passes bytes that say nothing.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(crate) fn leave(&mut self, count: usize) {
        for _ in 0..count {
            self.bytes([0]);
        }
    }

    /// What was read must hold. While values are written it does.
    pub(crate) fn hold(&mut self, holds: impl FnOnce() -> bool) {
        if matches!(self.way, Way::From(_)) {
            self.sound &= holds();
        }
    }
}

/// Numbers are their bytes, the lowest first.
macro_rules! pack_numbers {
    ($($number:ty),+) => {$(
        impl Pack for $number {
            const SIZE: usize = size_of::<Self>();
            const BLANK: Self = 0;

            fn pass(&mut self, by: &mut Passage<'_>) {
                *self = Self::from_le_bytes(by.bytes(self.to_le_bytes()));
            }
        }
    )+};
}

pack_numbers!(u8, u16, u32);

impl Pack for u64 {
    const SIZE: usize = 8;
    const BLANK: Self = 0;

    #[cfg_attr(target_arch = "arm", inline(never))]
    fn pass(&mut self, by: &mut Passage<'_>) {
        let (mut low, mut high) = (*self as u32, (*self >> 32) as u32);
        low.pass(by);
        high.pass(by);
        *self = u64::from(high) << 32 | u64::from(low);
    }
}

impl Pack for bool {
    const SIZE: usize = 1;
    const BLANK: Self = false;

    fn pass(&mut self, by: &mut Passage<'_>) {
        *self = by.code(u8::from(*self), 2) != 0;
    }
}

impl<T: Pack, const N: usize> Pack for [T; N] {
    const SIZE: usize = N * T::SIZE;
    const BLANK: Self = [T::BLANK; N];

    #[cfg_attr(target_arch = "arm", inline(never))]
    fn pass(&mut self, by: &mut Passage<'_>) {
        for value in self {
            value.pass(by);
        }
    }
}

impl<T: Pack> Pack for Option<T> {
    const SIZE: usize = 1 + T::SIZE;
    const BLANK: Self = None;

    #[cfg_attr(target_arch = "arm", inline(never))]
    fn pass(&mut self, by: &mut Passage<'_>) {
        if by.code(u8::from(self.is_some()), 2) != 0 {
            self.get_or_insert(T::BLANK).pass(by);
        } else {
            *self = None;
            by.leave(T::SIZE);
        }
    }
}

impl<A: Pack, B: Pack> Pack for (A, B) {
    const SIZE: usize = A::SIZE + B::SIZE;
    const BLANK: Self = (A::BLANK, B::BLANK);

    fn pass(&mut self, by: &mut Passage<'_>) {
        self.0.pass(by);
        self.1.pass(by);
    }
}

/// A structure is its fields, one after the other; with `if`, only such fields as agree.
macro_rules! pack_fields {
    ($type:ident { $($field:tt: $of:ty),+ $(,)? } $(if $agree:path)?) => {
        impl crate::pack::Pack for $type {
            const SIZE: usize = 0 $(+ <$of as crate::pack::Pack>::SIZE)+;
            const BLANK: Self = Self { $($field: <$of as crate::pack::Pack>::BLANK),+ };

            fn pass(&mut self, by: &mut crate::pack::Passage<'_>) {
                $(self.$field.pass(by);)+
                $(by.hold(|| $agree(self));)?
            }
        }
    };
}

/// A value of an enumeration is one byte, its code: its place among all of them.
macro_rules! pack_code {
    ($type:ident) => {
        impl crate::pack::Pack for $type {
            const SIZE: usize = 1;
            const BLANK: Self = {
                let [first, ..] = Self::ALL;
                first
            };

            fn pass(&mut self, by: &mut crate::pack::Passage<'_>) {
                let code = by.code(*self as u8, Self::ALL.len());
                *self = Self::ALL.get(usize::from(code)).copied().unwrap_or(Self::BLANK);
            }
        }
    };
}

/// A value that is a number, or a few, is read from what `$of` says it is.
macro_rules! pack_as {
    ($type:ident: $of:ty = $blank:expr, $write:path, $read:path) => {
        impl crate::pack::Pack for $type {
            const SIZE: usize = <$of as crate::pack::Pack>::SIZE;
            const BLANK: Self = $blank;

            fn pass(&mut self, by: &mut crate::pack::Passage<'_>) {
                let mut written: $of = $write(*self);
                written.pass(by);
                match $read(written) {
                    Some(value) => *self = value,
                    None => by.hold(|| false),
                }
            }
        }
    };
}

pub(crate) use {pack_as, pack_code, pack_fields};

#[cfg(test)]
mod tests {
    use super::Pack;
    use crate::arbiter::Arbiter;
    use crate::chess::position::Position;
    use crate::law::rulebooks::Rulebook;

    const FEN: &str = "r3k2r/1P6/8/3pP3/8/5r2/8/R3K2R w KQkq d6 3 17";
    const SESSIONS: [&str; 7] = [
        "",
        "e1+h1 e1-g1 clock e1-e1 e1-d1 opp:e8",
        "e1-c1 a1-d1 hands clock opp:f3",
        "b7-a8 N@a8 N-a8 opp:a8 claim arbiter",
        "adjust:e1 brush:a1 e5-d6 clock off:d5 clock",
        "h1 e1 e1-g1 claim clock opp:h8 arbiter",
        "Q-f8 clock clock off:e1 off:a1 e5-e7 clock",
    ];

    fn packed(arbiter: &Arbiter) -> [u8; Arbiter::SIZE] {
        let mut bytes = [0; Arbiter::SIZE];
        let mut copy = *arbiter;
        copy.pack(&mut bytes);
        bytes
    }

    fn unpacked(bytes: &[u8]) -> Option<Arbiter> {
        let mut arbiter = Arbiter::BLANK;
        arbiter.unpack(bytes).map(|_| arbiter)
    }

    fn each_state(mut see: impl FnMut(&Arbiter)) {
        for rules in Rulebook::ALL {
            for events in SESSIONS {
                let mut arbiter = Arbiter::new(Position::from_fen(FEN).unwrap(), rules);
                see(&arbiter);
                for event in events.split_whitespace() {
                    arbiter.handle(event.parse().unwrap()).unwrap();
                    see(&arbiter);
                }
            }
        }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        each_state(|arbiter| {
            let bytes = packed(arbiter);
            assert_eq!(unpacked(&bytes).as_ref(), Some(arbiter));
        });
    }

    #[test]
    fn what_can_be_unpacked_gives_a_ruling_whatever_it_is() {
        let mut states = 0;
        each_state(|arbiter| {
            let whole = packed(arbiter);
            for place in 0..whole.len() {
                for change in [0x01, 0x04, 0x10, 0x40, 0x81, 0xff] {
                    let mut bytes = whole;
                    bytes[place] ^= change;
                    if let Some(mut read) = unpacked(&bytes) {
                        assert_eq!(unpacked(&packed(&read)), Some(read));
                        let _ = read.handle("clock".parse().unwrap());
                        let _ = read.handle("e1-g1".parse().unwrap());
                        states += 1;
                    }
                }
            }
        });
        assert!(states > 10_000, "{states}");
    }

    #[test]
    fn bytes_that_are_no_machine_are_refused() {
        let arbiter = Arbiter::new(Position::standard(), Rulebook::Lesson);
        let whole = packed(&arbiter);
        assert_eq!(unpacked(&whole[1..]), None);
        for byte in [0x00, 0x55, 0xaa, 0xff] {
            assert_eq!(unpacked(&[byte; Arbiter::SIZE]), None);
        }
    }
}
