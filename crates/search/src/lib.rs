//! Looking ahead, generic over [`plyscope_game::Game`].
